import type { Session } from '../../model/session.ts';

/** A tunnel while it is up. Its tasks replace the session: by a renewed one, or by one over another transport. */
export interface RunningTunnel<T extends Session> {
  /** The key of the state. */
  readonly key: string;
  readonly since: Date;
  session: T;
}
