/** Runs a check once typing has paused, and ignores answers about what has been typed over. @param ask never rejects */
export function whenPaused<T>(
  ask: (typed: string) => Promise<T | undefined>,
  { onAnswer, after }: { onAnswer: (answer: T | undefined) => void; after: number },
): (typed: string) => void {
  let timer: ReturnType<typeof setTimeout>;
  let latest = "";
  return (typed) => {
    clearTimeout(timer);
    latest = typed;
    onAnswer(undefined);
    if (!typed.trim()) return;
    timer = setTimeout(async () => {
      const answer = await ask(typed);
      if (typed === latest) onAnswer(answer);
    }, after);
  };
}
