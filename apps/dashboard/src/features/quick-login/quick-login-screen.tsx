import { quickLoginTexts } from '@comet/texts';
import { useSearch, useSetSearch } from '../../platform/router/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { CodeForm } from './code-form.tsx';
import { Decision } from './decision.tsx';
import { parseUserCode } from './user-code.ts';

/** Signs in a machine that shows a code: enter it, look at who asks, decide. */
export default function QuickLoginScreen() {
  useDocumentTitle(quickLoginTexts.screen);
  const { code: given } = useSearch('/dash/quick-login');
  const setSearch = useSetSearch('/dash/quick-login');
  const code = parseUserCode(given ?? '');
  return code === null ? (
    <CodeForm initial={given ?? ''} onCode={(next) => setSearch({ code: next })} />
  ) : (
    <Decision key={code} code={code} onOtherCode={() => setSearch({})} />
  );
}
