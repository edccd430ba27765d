import { quickLoginTexts } from '@comet/texts';
import { getRouteApi } from '@tanstack/react-router';
import { useDocumentTitle } from '../shell/index.ts';
import { CodeForm } from './code-form.tsx';
import { Decision } from './decision.tsx';
import { parseUserCode } from './user-code.ts';

const route = getRouteApi('/dash/quick-login');

/** Signs in a machine that shows a code: enter it, look at who asks, decide. */
export default function QuickLoginScreen() {
  useDocumentTitle(quickLoginTexts.screen);
  const { code: given } = route.useSearch();
  const navigate = route.useNavigate();
  const code = parseUserCode(given ?? '');
  return code === null ? (
    <CodeForm initial={given ?? ''} onCode={(next) => void navigate({ search: { code: next } })} />
  ) : (
    <Decision key={code} code={code} onOtherCode={() => void navigate({ search: {} })} />
  );
}
