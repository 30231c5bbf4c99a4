import { useEffect, useState } from "react";
import { groupSentence } from "../../server/contract/reading/group_pace.ts";
import { placeName } from "../../server/contract/reading/places.ts";
import type { CopyUnit, Pace, SharingReader } from "../../server/contract/reading/shapes.ts";
import { displayName } from "../../server/contract/people/names.ts";
import { call } from "../runtime/api.ts";
import { localIso, ownLocale } from "../runtime/reader_locale.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { timeFormatter } from "../ui/time_format.ts";

/** How many are named; the page of the book names all. */
const mostReaders = 4;

interface Props {
  bookId: string;
  readerId: string;
  unit: CopyUnit;
  /** A reader who has finished asks no more where the plan is. */
  hasFinished: boolean;
  /** Whether what is above it has loaded, and no longer moves it. */
  isShown: boolean;
}

/** Where the group is: what its plan says, and the readers who share their page. */
export function GroupPace({ bookId, readerId, isShown, ...shown }: Props) {
  const loaded = useGroupPace(bookId);
  if (!loaded || !isShown) return null;
  return (
    <div className="book-pace">
      <Where {...loaded} {...shown} readers={loaded.readers.filter(({ user }) => user.id !== readerId)} />
    </div>
  );
}

interface Loaded {
  pace: Pace;
  readers: SharingReader[];
}

function useGroupPace(bookId: string): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isLatest = true;
    Promise.all([call("GET /books/:bookId/plan", { bookId }), call("GET /books/:bookId/readers", { bookId })])
      .then(([pace, { readers }]) => isLatest && setLoaded({ pace, readers }))
      .catch(console.error);
    return () => void (isLatest = false);
  }, [bookId]);
  return loaded;
}

function Where({ pace, readers, unit, hasFinished }: Loaded & Pick<Props, "unit" | "hasFinished">) {
  const format = timeFormatter({ ...ownLocale(), timeZone: "UTC" });
  const sentence = !hasFinished && groupSentence(pace, {
    today: localIso().slice(0, 10),
    unit,
    writeDate: format.day,
  });
  return (
    <>
      {sentence && <p>{sentence}</p>}
      {readers.length > 0 && (
        <ul className="book-readers">
          {readers.slice(0, mostReaders).map(({ user, page }) => (
            <li key={user.id}>
              <Avatar user={user} size={28} />
              <bdi>{displayName(user)}</bdi>
              <span className="muted">{placeName(page, unit)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
