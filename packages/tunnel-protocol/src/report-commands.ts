import * as z from 'zod/mini';

/** Refusals of the commands in this file, in addition to those of a request to the API. */
export const reportErrors = ['report_gone', 'report_unverified', 'report_limit'] as const;

/** The report for support. */
export const reportCommands = {
  /** Files for support, without names, addresses, networks or keys. Nothing is sent. */
  report: {
    params: z.object({}),
    result: z.object({
      files: z.array(z.object({ name: z.string(), text: z.string() })),
      /** Identifies these files for `report.send`; absent in a daemon that sends no reports. */
      id: z.optional(z.string()),
    }),
  },
  /**
   * Sends the files of the last `report`, which the user has read, to support. Refused with `report_gone` for an earlier report and for one
   * that is older than an hour.
   */
  'report.send': {
    params: z.object({ id: z.string().check(z.maxLength(60)) }),
    /** The number of the ticket. */
    result: z.object({ ticket: z.string() }),
  },
} as const;
