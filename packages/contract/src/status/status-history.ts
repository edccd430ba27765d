import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** Days of history that are kept and shown, today included. */
export const STATUS_DAYS = 90;

const minutes = z.int().check(z.minimum(0), z.maximum(1440));

/** Measured minutes of a day in UTC by state. Minutes that were not measured are in none of them. */
const measuredDay = wire({ day: z.iso.date(), working: minutes, degraded: minutes, down: minutes });

/** A part of `showStatus` or the code of a location, with the days that were measured, oldest first. */
const subjectHistory = wire({ subject: z.string(), days: z.array(measuredDay) });

/** `subject` as in the history; null if an incident concerns none or several. `title` is null for a measured outage. */
export const incident = wire({
  id,
  subject: z.nullable(z.string()),
  title: z.nullable(z.string()),
  startedAt: instant,
  endedAt: z.nullable(instant),
  updates: z.array(wire({ at: instant, text: z.string() })),
});

export const showStatusHistory = endpoint({
  method: 'GET',
  path: '/api/v1/status/history',
  summary: 'Show the measured minutes per day, and the incidents, of the last 90 days',
  tag: 'Status',
  caller: 'anyone',
  mayLag: true,
  limit: { calls: 60, seconds: 60 },
  reply: wire({
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    subjects: z.array(subjectHistory),
    incidents: z.array(incident),
  }),
  status: 200,
  errors: [],
});

export const statusFeed = endpoint({
  method: 'GET',
  path: '/api/v1/status/incidents.rss',
  summary: 'List the incidents of the last 90 days as RSS 2.0, newest first',
  tag: 'Status',
  caller: 'anyone',
  mayLag: true,
  limit: { calls: 60, seconds: 60 },
  download: { mediaType: 'application/rss+xml; charset=utf-8', fileName: 'comet-incidents.rss' },
  status: 200,
  errors: [],
});
