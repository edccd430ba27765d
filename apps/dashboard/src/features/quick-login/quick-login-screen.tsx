import { quickLoginTexts } from '@comet/texts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../shell/index.ts';
import { CodeForm } from './code-form.tsx';
import { Decision } from './decision.tsx';
import { parseUserCode } from './user-code.ts';

/** Signs in a machine that shows a code: enter it, look at who asks, decide. */
export default function QuickLoginScreen() {
  useDocumentTitle(quickLoginTexts.screen);
  const { code: given } = useSearch({ from: '/data/dash/dash/quick-login' });
  const navigate = useNavigate({ from: '/dash/quick-login' });
  const code = parseUserCode(given ?? '');
  return code === null ? (
    <CodeForm initial={given ?? ''} onCode={(next) => void navigate({ search: { code: next } })} />
  ) : (
    <Decision key={code} code={code} onOtherCode={() => void navigate({ search: {} })} />
  );
}
