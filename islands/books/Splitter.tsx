import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

const share = { min: 20, max: 70, step: 5, first: 32 };

export function Splitter({ label }: { label: string }) {
  const line = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState(share.first);
  const moveTo = (percent: number) => setSide(Math.min(Math.max(Math.round(percent), share.min), share.max));

  useEffect(() => line.current!.parentElement!.style.setProperty("--side", `${side}%`), [side]);

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    moveTo(100 * (event.clientX - box.left) / box.width);
  }

  function move(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowLeft: side - share.step,
      ArrowRight: side + share.step,
      Home: share.min,
      End: share.max,
    };
    if (event.key in targets) (event.preventDefault(), moveTo(targets[event.key]));
  }

  return (
    <div
      ref={line}
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={share.min}
      aria-valuemax={share.max}
      aria-valuenow={side}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={move}
    />
  );
}
