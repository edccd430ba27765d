import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Field } from './test-network.ts';

/** A field for the tests of one file; no daemon is started in it yet. */
export function bareField(): Field {
  const field = new Field();
  beforeAll(() => field.open());
  afterAll(() => field.close());
  return field;
}

/** A field for the tests of one file, with a daemon that the customer is signed in to. */
export function signedInField(): Field {
  const field = bareField();
  beforeAll(async () => {
    await field.startDaemon();
    await field.logIn();
  });
  return field;
}

/** As above; each test begins with a new, disconnected daemon. */
export function fieldStartedAnew(): Field {
  const field = signedInField();
  beforeEach(async () => {
    await field.endDaemon('SIGTERM');
    await field.startDaemon();
  });
  return field;
}
