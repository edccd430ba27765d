/** From `from` up to, and without, `to`. */
function steps(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: (to - from) / step }, (_, place) => from + place * step);
}

/** Where the slider can stand: 1 to 1,000 GB in steps that grow with the amount, since nobody weighs 730 against 731. */
export const gigabyteStops: readonly number[] = [
  ...steps(1, 10, 1),
  ...steps(10, 50, 5),
  ...steps(50, 100, 10),
  ...steps(100, 200, 25),
  ...steps(200, 500, 50),
  ...steps(500, 1000, 100),
  1000,
];
