import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import type { LiveCountry } from '../coverage/index.ts';
import type { Target } from './endpoint.ts';
import { ExitTest } from './exit-test.tsx';
import { placeInWords } from './place-words.ts';

interface ExitTestPanelProps {
  readonly target: Pick<Target, 'country' | 'city'>;
  readonly countries: readonly LiveCountry[];
}

/** Tests an exit of the place that is chosen in the builder. */
export function ExitTestPanel({ target: { country, city }, countries }: ExitTestPanelProps) {
  const test = useMutation({
    mutationFn: () => call(api.testExit, { body: { country, city } }),
  });
  return (
    <ExitTest
      place={country === null ? null : placeInWords({ country, city }, countries)}
      seen={test.data ?? null}
      failure={test.error}
      busy={test.isPending}
      onTest={() => test.mutate()}
    />
  );
}
