import * as z from 'zod/mini';
import { networkName, networkRuleChoices } from '../settings.ts';
import { snapshot } from '../snapshot.ts';

/** Error codes of the commands in this file. */
export const networkRuleErrors = [
  'network_rule_unknown',
  'network_rule_empty',
  'network_rule_too_many',
] as const;

/** Commands about the rules of networks, which apply while this machine is in one of them. */
export const networkRuleCommands = {
  'network-rule.list': { params: z.object({}), result: snapshot },
  /**
   * Changes the rule with this name, or without one adds a rule for the current network; null derives the name of the rule from the network.
   * Choices that are absent stay as they are. A rule that changes nothing is refused.
   */
  'network-rule.set': {
    params: z.object({ name: z.nullable(networkName), rule: z.partial(z.object(networkRuleChoices)) }),
    result: snapshot,
  },
  'network-rule.remove': { params: z.object({ name: networkName }), result: snapshot },
} as const;
