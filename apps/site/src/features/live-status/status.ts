import type { statusTexts } from '@comet/texts/site';

export type State = keyof typeof statusTexts.states;

/**
 * The response of `GET v1/status` on the wire. The contract's parser would be ten times larger than this
 * script.
 */
export interface Status {
  readonly checked_at: string;
  readonly parts: readonly ComponentStatus[];
  readonly cities: readonly City[];
}

/** One part of the service, in `GET v1/status`. */
export interface ComponentStatus {
  readonly name: keyof typeof statusTexts.parts;
  readonly state: State;
  readonly working: number;
  readonly all: number;
  readonly countries: number;
}

/** One data center location, in `GET v1/status`. */
export interface City {
  readonly code: string;
  readonly city: string;
  readonly country_name: string;
  readonly state: State;
  readonly working: number;
  readonly all: number;
  readonly load: 'low' | 'medium' | 'high' | null;
}
