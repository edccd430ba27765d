import type { ReplyOf } from '@comet/contract';
import { quickLoginTexts, errorText, formatDayAndTime, platformNames, formatText } from '@comet/texts';
import {
  Headline,
  TextField,
  Banner,
  Button,
  Card,
  LinkAction,
  linkActionClasses,
  Row,
  Rows,
  Skeleton,
} from '@comet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { ApiError, api, call, read } from '../../platform/data/api.ts';
import { polled } from '../../platform/data/polling.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { devicesQuery } from '../devices/index.ts';
import { LinkFailure } from '../link-failure/index.ts';
import { useDocumentTitle, LoadingNote } from '../shell/index.ts';
import { CodeInstructions } from './code-instructions.tsx';

interface DecisionProps {
  /** In display form, for comparison with the machine's screen. */
  readonly code: string;
  readonly onOtherCode: () => void;
}

type DeviceAuthorization = ReplyOf<typeof api.showDeviceAuthorization>;

/** Polled until the device has signed in; the device itself polls for its token every 5 s. */
const follow = polled<DeviceAuthorization>((request) => (request?.state === 'approved' ? 3000 : false));

/** Shows the requesting device before an approval (RFC 10027), and sends the decision. */
function Decision({ code, onOtherCode }: DecisionProps) {
  const queryClient = useQueryClient();
  const request = useQuery({
    queryKey: ['device-authorization', code],
    queryFn: ({ signal }) => read(api.showDeviceAuthorization, { params: { userCode: code }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    // Not retried for an unknown code, since each attempt counts as a guess.
    refetchInterval: (query) => (isUnknown(query.state.error) ? false : follow(query)),
  });
  const decide = useMutation({
    mutationFn: (approve: boolean) => call(api.decideQuickLogin, { body: { userCode: code, approve } }),
    onSuccess: (_response, approved) =>
      Promise.all([
        queryClient.invalidateQueries(devicesQuery),
        approved && queryClient.invalidateQueries({ queryKey: ['device-authorization', code] }),
      ]),
  });
  const outcome = outcomeOf(request, decide.isSuccess ? decide.variables : null);
  if (outcome !== null && request.data !== undefined)
    return <Decided outcome={outcome} name={request.data.deviceName} />;
  const failure = decide.error ?? request.error;
  if (failure !== null) {
    return (
      <LinkFailure headline={code} explanation={errorText(failure).text}>
        <LinkAction onClick={onOtherCode}>{quickLoginTexts.otherCode}</LinkAction>
      </LinkFailure>
    );
  }
  if (request.data === undefined) return <DecisionSkeleton />;
  const { deviceName, platform, address, network, requestedAt } = request.data;
  const warning = network === 'other' ? quickLoginTexts.askElsewhere : quickLoginTexts.askExplanation;
  const pending = decide.isPending ? decide.variables : null;
  return (
    <div className="flex flex-col gap-8">
      <Headline>{formatText(quickLoginTexts.askHeadline, { name: deviceName })}</Headline>
      <Rows>
        <Row term={quickLoginTexts.device}>
          {formatText(quickLoginTexts.deviceNamed, { name: deviceName, platform: platformNames[platform] })}
        </Row>
        <Row term={quickLoginTexts.place}>
          {quickLoginTexts.places[network]}
          <span className="block font-mono text-small text-quiet">{address}</span>
        </Row>
        <Row term={quickLoginTexts.time}>{formatDayAndTime(requestedAt)}</Row>
        <Row term={quickLoginTexts.userCode}>
          <span className="font-mono text-small">{code}</span>
        </Row>
      </Rows>
      <Banner tone={network === 'other' ? 'danger' : 'warn'} title={quickLoginTexts.askTitle}>
        {formatText(warning, { code })}
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Button busy={pending === true} onClick={() => decide.mutate(true)}>
          {quickLoginTexts.approve}
        </Button>
        <Button weight="secondary" busy={pending === false} onClick={() => decide.mutate(false)}>
          {quickLoginTexts.refuse}
        </Button>
      </div>
    </div>
  );
}

type Outcome = 'refused' | 'approved' | 'signedIn' | 'withdrawn';

/** The outcome of the request; null while it is pending. `decision` is the one made on this page, if any. */
function outcomeOf(
  { data, error }: { readonly data: { readonly state: string } | undefined; readonly error: Error | null },
  decision: boolean | null,
): Outcome | null {
  if (decision === false) return 'refused';
  if (data?.state === 'signed_in') return 'signedIn';
  const isApproved = decision === true || data?.state === 'approved';
  if (!isApproved) return null;
  // A poll that fails for another reason does not change the approval.
  return isUnknown(error) ? 'withdrawn' : 'approved';
}

const isUnknown = (error: Error | null) => error instanceof ApiError && error.is('user_code_unknown');

function Decided({ outcome, name }: { readonly outcome: Outcome; readonly name: string }) {
  return (
    <div role="status" className="flex flex-col items-start gap-6">
      <Headline explanation={quickLoginTexts[outcome]}>
        {formatText(quickLoginTexts[`${outcome}Headline`], { name })}
      </Headline>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Link to="/dash/devices" className={linkActionClasses}>
          {quickLoginTexts.toDevices}
        </Link>
        <Link to="/dash/settings/" className={linkActionClasses}>
          {quickLoginTexts.toSessions}
        </Link>
      </div>
    </div>
  );
}

function DecisionSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-10 w-4/5 max-w-100" />
      <Skeleton className="h-5 w-full max-w-110" />
      <Skeleton className="h-5 w-full max-w-80" />
      <LoadingNote words={quickLoginTexts.loading} />
    </div>
  );
}

/** The letters of a user code: no vowels, which could form words, and no similar letters (RFC 8628 §6.1). */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** Formats a typed or scanned code for display: `BCDF-GHJK`. Null if it is malformed. */
export function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

interface CodeFormProps {
  readonly initial: string;
  readonly onCode: (code: string) => void;
}

const userCode = {
  holds: (typed: string) => parseUserCode(typed) !== null,
  text: quickLoginTexts.codeFormat,
};

function CodeForm({ initial, onCode }: CodeFormProps) {
  const form = useForm({
    fields: { code: initial },
    checks: { code: [required, userCode] },
    onSubmit: async ({ code }) => onCode(parseUserCode(code) ?? ''),
  });
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={quickLoginTexts.explanation}>{quickLoginTexts.headline}</Headline>
      <Card aside={<CodeInstructions />}>
        <div className="max-w-80">
          <Form state={form} submit={quickLoginTexts.continue}>
            <TextField
              label={quickLoginTexts.code}
              mono
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              {...form.field('code')}
            />
          </Form>
        </div>
      </Card>
    </div>
  );
}

/** Signs in a device that shows a code: enter it, review the device, decide. */
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
