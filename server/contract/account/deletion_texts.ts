/** Texts about the end of an account. */
export const deletionTexts = {
  title: "Delete my account",
  hint: "Your account is deleted seven days after you ask for it; until then you can change your mind.",
  goes:
    "What is deleted: your profile and pictures, notes, answers, questions, pages and reading log, friends, sessions and " +
    "passkeys.",
  stays:
    "What stays: your messages and the files in them, shown as those of a deleted account. Groups that you made are " +
    "handed over to their longest-serving organizer or member; a group with nobody else is deleted.",
  password: "Your password",
  ask: "Delete my account",
  pending: (day: string) => `Your account will be deleted on ${day}.`,
  keep: "Keep my account",
  asked: "Your account will be deleted in seven days.",
  kept: "Your account will not be deleted.",
};
