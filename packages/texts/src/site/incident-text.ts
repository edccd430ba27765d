import { fill as formatText, plural } from '../language/format-text.ts';
import { statusTexts } from './status.ts';

const { incidents: texts, parts } = statusTexts;

interface Named {
  readonly subject: string | null;
  readonly title: string | null;
}

/** The name of a subject of the status history: a part, or a location by its city. `cities` maps codes to names. */
export function subjectName(subject: string, cities: ReadonlyMap<string, string>): string {
  return (parts as Readonly<Record<string, string>>)[subject] ?? cities.get(subject) ?? subject;
}

/** The title of an incident: as the operator entered it, or the subject of a measured outage. */
export function incidentTitle({ subject, title }: Named, cities: ReadonlyMap<string, string>): string {
  if (title !== null) return title;
  return formatText(texts.outage, {
    subject: subject === null ? texts.service : subjectName(subject, cities),
  });
}

/** `2 hours`: rounded to the largest unit of which the duration has at least two; minutes below an hour. */
export function durationText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 120) return formatText(plural(minutes, texts.minutes), { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return formatText(plural(hours, texts.hours), { count: hours });
  const days = Math.round(hours / 24);
  return formatText(plural(days, texts.days), { count: days });
}
