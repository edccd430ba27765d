import type { Variables } from './settings-file.ts';

/** What the defaults of the questions are derived from, besides the answers. */
export interface Present {
  /** The settings file. */
  readonly settings: Variables;
  /** Whether PostgreSQL runs on this machine. */
  readonly hasLocalPostgres: boolean;
  /** What /etc/caddy/Caddyfile was written for; null if setup did not write it. */
  readonly tls: 'public' | 'internal' | null;
  readonly today: Date;
}

export interface Question {
  /** A variable of the settings file, or a choice of this command. */
  readonly name: string;
  readonly text: string;
  readonly choices?: Readonly<Record<string, string>>;
  /** `none` is an answer, which leaves the setting empty. */
  readonly isOptional?: true;
  readonly applies?: (answers: Variables) => boolean;
  readonly fallback?: (answers: Variables, present: Present) => string | undefined;
  /** Returns what is wrong with an answer, in one sentence; null if it is right. */
  readonly fault?: (value: string, answers: Variables) => string | null;
}
