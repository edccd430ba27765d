import { homeTexts } from '@comet/texts';
import { linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';

/** The two commands between a plan and a tunnel. They are typed, not translated. */
export function ConnectMachine() {
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{homeTexts.connectHeadline}</Subhead>
      <Rows>
        <Row
          term={<code className="font-mono text-small text-ink">comet login</code>}
          action={
            <Link to="/dash/quick-login/" className={linkActionClasses}>
              {homeTexts.enterCode}
            </Link>
          }
        >
          {homeTexts.connectLogIn}
        </Row>
        <Row term={<code className="font-mono text-small text-ink">comet connect</code>}>
          {homeTexts.connectConnect}
        </Row>
      </Rows>
    </section>
  );
}
