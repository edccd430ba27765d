/** The names in braces of a sentence: `'at least {min} characters'` → `'min'`. */
export type Properties<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Properties<Rest>
  : never;

/** A sentence needs exactly the values that it names; one without braces takes none. */
type Values<T extends string> = [Properties<T>] extends [never]
  ? []
  : [values: Readonly<Record<Properties<T>, string | number>>];

/** Fills the `{property}` places of a sentence. The compiler refuses a value too few or one that has no place. */
export function say<const T extends string>(sentence: T, ...values: Values<T>): string {
  const given: Readonly<Record<string, string | number>> = values[0] ?? {};
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(given[name] ?? place));
}

/** One of two sentences by number: `plural(1, one, many)`. Both may name `{count}`. */
export function plural<const T extends string>(count: number, one: T, many: T): T {
  return count === 1 ? one : many;
}
