import type { JsonSchema } from "../../../../server/http/openapi.ts";

/** A JSON schema as people write shapes down: `{ id: string, image: string | null }`; named ones by their name. */
export function shapeText(schema: JsonSchema, indent = ""): string {
  const { $ref, anyOf, allOf, type, properties, items, prefixItems } = schema as Known;
  if ($ref) return nameOf($ref);
  const many = anyOf ?? allOf;
  if (many) return [...new Set(many.map((one) => shapeText(one, indent)))].join(anyOf ? " | " : " & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => shapeText({ ...schema, type: one }, indent)).join(" | ");
  if (prefixItems) return `[${prefixItems.map((one) => shapeText(one, indent)).join(", ")}]`;
  if (type === "array") return `${inParentheses(shapeText(items ?? {}, indent))}[]`;
  if (type === "object" && properties) return objectText(schema, indent);
  return `${type ?? "any"}${limits(schema)}`;
}

interface Known {
  $ref?: string;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
}

/** The name of the schema that a reference leads to. */
export const nameOf = (ref: string): string => ref.split("/").at(-1)!;

function objectText(schema: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const required = (schema.required ?? []) as string[];
  const lines = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, value]) => {
    const note = value.description ? `  // ${value.description}` : "";
    return `${deeper}${name}${required.includes(name) ? "" : "?"}: ${shapeText(value, deeper)}${note}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const inParentheses = (text: string) => text.includes(" | ") ? `(${text})` : text;

/** As far as texts and numbers have limits of ours. */
function limits({ minLength, maxLength, minimum, maximum, format }: JsonSchema): string {
  const isOurs = (value: unknown) => typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const range = [minLength ?? minimum, maxLength ?? maximum].map((end) => isOurs(end) ? String(end) : "");
  const parts = [format, range.some(Boolean) ? range.join("–") : undefined].filter((one) => one !== undefined);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

/** The names of the schemas that a shape refers to, directly or not. */
export function namesIn(value: unknown, schemas: Record<string, JsonSchema>, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== "$ref" || typeof inner !== "string") namesIn(inner, schemas, found);
    else if (!found.has(nameOf(inner))) {
      found.add(nameOf(inner));
      namesIn(schemas[nameOf(inner)], schemas, found);
    }
  }
  return found;
}
