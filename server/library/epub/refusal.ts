import { BadRequest } from "../../errors.ts";

/** @param sentence which part of the file, and what is wrong with it */
export const refusal = (sentence: string) => new BadRequest(sentence, "invalid_text");
