import type { ResultOf } from '@comet/tunnel-protocol';
import { useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';

type Programs = ResultOf<'programs'>['programs'];

/** The programs of this machine's menus; none while they are fetched, and where they cannot be told: a path does without them. */
export function usePrograms(): Programs {
  const daemon = useDaemon();
  const [programs, setPrograms] = useState<Programs>([]);
  useEffect(() => {
    let open = true;
    void daemon.ask('programs', {}).then((listed) => {
      if (open && listed.ok) setPrograms(listed.value.programs);
    });
    return () => {
      open = false;
    };
  }, [daemon]);
  return programs;
}
