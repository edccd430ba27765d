import { classes, Icon, type IconName } from '@comet/ui';
import { type OnboardingStep, steps } from './onboarding-step.ts';

const icons: Readonly<Record<OnboardingStep, IconName>> = {
  welcome: 'laptop',
  account: 'key-round',
  protection: 'check',
  connect: 'map-pin',
};

const radius = 47;
const around = 2 * Math.PI * radius;

/** The trail as a ring that closes with each card. */
export function StepRing({ step }: { readonly step: OnboardingStep }) {
  const part = (steps.indexOf(step) + 1) / steps.length;
  const ring = { cx: 50, cy: 50, r: radius, fill: 'none' };
  return (
    <div
      aria-hidden="true"
      className={classes(
        'relative mx-auto aspect-square w-full wide:max-w-66',
        // Smaller, so that the card with the most rows fits into a low window.
        step === 'protection' ? 'max-w-20' : 'max-w-40',
      )}
    >
      <svg viewBox="0 0 100 100" className="absolute inset-0 size-full -rotate-90 overflow-visible">
        <circle {...ring} strokeWidth={0.5} strokeDasharray="0.5 1.9" className="stroke-edge" />
        <circle
          {...ring}
          strokeWidth={1.2}
          strokeDasharray={around}
          className="stroke-comet transition-[stroke-dashoffset]"
          style={{ strokeDashoffset: around * (1 - part) }}
        />
        <g className="origin-center transition-transform" style={{ transform: `rotate(${part}turn)` }}>
          <circle cx={50 + radius} cy={50} r={2.8} className="fill-comet" />
        </g>
      </svg>
      <span className="absolute inset-0 grid place-items-center text-comet [&>span]:size-1/4 wide:[&>span]:size-14">
        <Icon name={icons[step]} />
      </span>
    </div>
  );
}
