import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The history of the service's state. */
export interface StatusTables {
  statusDays: StatusDaysTable;
  statusIncidents: StatusIncidentsTable;
  statusIncidentUpdates: {
    /** Ascending by time. */
    id: GeneratedAlways<string>;
    incidentId: string;
    postedAt: Date;
    body: string;
  };
}

/** Measured minutes by state. */
interface StatusDaysTable {
  /** The name of a part, or the code of a location. */
  subject: string;
  /** In UTC; `2026-11-22` in a query. */
  day: ColumnType<string, string, never>;
  working: number;
  degraded: number;
  down: number;
  /** The minute that was counted last. */
  measuredAt: Date;
}

interface StatusIncidentsTable {
  id: Generated<string>;
  /** Null if an operator reported it for none or several. */
  subject: string | null;
  /** Null for a measured outage. */
  title: string | null;
  startedAt: Date;
  /** The last minute in which a measured outage was seen. */
  lastDownAt: Date | null;
  endedAt: Date | null;
}
