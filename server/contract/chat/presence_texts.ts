/** Of the faces of members who are here: in the browser loaded once there are some. */
export const presenceTexts = {
  title: "Here now",
  count: (count: number) => `${count} here`,
  here: (names: string[], more: number) =>
    `${presenceTexts.count(names.length + more)}: ${names.concat(more > 0 ? presenceTexts.more(more) : []).join(", ")}`,
  more: (count: number): string => `and ${count} more`,
};
