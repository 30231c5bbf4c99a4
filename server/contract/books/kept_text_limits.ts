/**
 * On a device: the texts of so many books. A part is asked for `pause` milliseconds after the one before, which leaves
 * most of what an account may ask for to its reader; whether the text is still there is asked `checkedEvery`.
 */
export const keptTexts = { max: 5, pause: 300, checkedEvery: 600_000 };
