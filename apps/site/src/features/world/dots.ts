import { type WorldDot, worldDots } from '@comet/ui/world';

/** Dots as one path of strokes without length: round caps make them dots, and a page stays small. */
export function dotsPath(dots: readonly WorldDot[]): string {
  return dots.map(({ x, y }) => `M${trim(x)} ${trim(y)}h0`).join('');
}

const trim = (value: number): string => String(Math.round(value * 100) / 100);

/** All the land but the countries that are named. */
export function landWithout(countries: ReadonlySet<string>): readonly WorldDot[] {
  return [...worldDots].flatMap(([code, dots]) => (countries.has(code) ? [] : dots));
}

export const dotsIn = (country: string): readonly WorldDot[] => worldDots.get(country) ?? [];
