import type { listTitles } from "../../../db/books/books.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { meetings as limits } from "../../../server/contract/groups/limits.ts";
import { writtenIn } from "../../../server/contract/groups/meeting_form.ts";
import { type DateContent, type Meeting, repeats } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";
import { zoneOptions } from "./time_zones.ts";

export type ShelvedTitle = Awaited<ReturnType<typeof listTitles>>[number];

interface FormProps {
  c: C;
  action: string;
  books: ShelvedTitle[];
  meeting?: Meeting;
  failed?: FailedForm;
}

const fieldsOf = (values: Record<string, string>, failed?: FailedForm) => (name: string) => ({
  ...fieldOf(name, failed?.refusal.issues),
  defaultValue: values[name] ?? "",
});

type NamedField = ReturnType<typeof fieldsOf>;

export function MeetingForm({ c, action, books, meeting, failed }: FormProps) {
  const planned = meeting && { ...meeting, ...meeting.series };
  const bookNow = books.find(({ state }) => state === "now");
  const ownZone = readerLocale(c).timeZone;
  const values: Record<string, string> = failed?.sent ??
    (planned ? { ...valuesOf(planned), date: planned.date } : { bookId: bookNow?.id ?? "", timeZone: ownZone });
  const field = fieldsOf(values, failed);
  return (
    <form method="post" action={action} className="narrow-form">
      {values.date && <input type="hidden" name="date" value={values.date} />}
      {meeting
        ? <input type="hidden" name="sequence" value={meeting.sequence} />
        : <input type="hidden" name="formKey" value={formKeyFor(failed?.sent)} />}
      <Field {...field("title")} label={words.name} dir="auto" maxLength={limits.title} required />
      <TimeFields field={field} />
      <Select
        {...field("timeZone")}
        label={words.timeZone}
        hint={words.zoneHint}
        options={zoneOptions(ownZone, values.timeZone)}
      />
      <PlaceAndBook field={field} books={books} chosen={planned} />
      <Select
        {...field("repeats")}
        label={words.repeats}
        options={[{ value: "", label: words.once }, ...repeats.map((name) => ({ value: name, label: words[name] }))]}
      />
      <Submit kind="primary">{meeting ? words.save : words.plan}</Submit>
    </form>
  );
}

/** In the zone of the meeting. */
export function DateForm({ action, books, meeting, failed }: FormProps & { meeting: Meeting }) {
  const field = fieldsOf(failed?.sent ?? valuesOf(meeting), failed);
  return (
    <form method="post" action={action} className="narrow-form">
      <p className="muted">{words.timesIn(meeting.timeZone)}</p>
      <input type="hidden" name="timeZone" value={meeting.timeZone} />
      <input type="hidden" name="sequence" value={meeting.sequence} />
      <TimeFields field={field} />
      <PlaceAndBook field={field} books={books} chosen={meeting} />
      <Submit kind="primary">{words.save}</Submit>
    </form>
  );
}

const TimeFields = ({ field }: { field: NamedField }) => (
  <>
    <Field {...field("startsAt")} label={words.starts} type="datetime-local" required />
    <Field {...field("endsAt")} label={words.ends} type="datetime-local" required />
  </>
);

interface PlaceAndBookProps {
  field: NamedField;
  books: ShelvedTitle[];
  /** What the meeting has so far. */
  chosen?: Pick<Meeting, "bookId" | "bookTitle">;
}

/** Its own book can always be chosen, also where it is not among the listed ones. */
function PlaceAndBook({ field, books, chosen }: PlaceAndBookProps) {
  const bookNow = books.find(({ state }) => state === "now");
  const options = books.map(({ id, title }) => ({ value: id, label: title }));
  if (chosen?.bookId && books.every(({ id }) => id !== chosen.bookId)) {
    options.unshift({ value: chosen.bookId, label: chosen.bookTitle ?? "" });
  }
  return (
    <>
      <Field {...field("place")} label={words.place} dir="auto" maxLength={limits.place} />
      <Field {...field("url")} label={words.url} type="url" />
      {bookNow && <input type="hidden" name="bookNow" value={bookNow.id} />}
      <div className="meeting-book">
        <Select
          {...field("bookId")}
          label={words.book}
          options={[{ value: "", label: words.noBookChosen }, ...options]}
        />
        <Field {...field("upTo")} label={words.upTo} inputMode="numeric" />
      </div>
    </>
  );
}

const valuesOf = (
  { startsAt, endsAt, timeZone, ...meeting }: DateContent & Pick<Meeting, "title" | "timeZone" | "repeats">,
): Record<string, string> => ({
  title: meeting.title,
  startsAt: writtenIn(startsAt, timeZone),
  endsAt: writtenIn(endsAt, timeZone),
  timeZone,
  place: meeting.place ?? "",
  url: meeting.url ?? "",
  bookId: meeting.bookId ?? "",
  upTo: meeting.upTo === null ? "" : String(meeting.upTo),
  repeats: meeting.repeats ?? "",
});
