import type { ColumnType, Generated } from 'kysely';

/** Operational data of the service. */
export interface OperationTables {
  rateCounters: { bucket: string; calls: number; expiresAt: Date };
  idempotencyKeys: IdempotencyKeysTable;
  operatorActions: OperatorActionsTable;
  supportTickets: SupportTicketsTable;
  ticketMessages: TicketMessagesTable;
  ticketAttachments: TicketAttachmentsTable;
  deletedBlobs: { key: string; deletedAt: Date };
  operators: OperatorsTable;
  operatorSessions: OperatorSessionsTable;
  operatorDevices: { operatorId: string; tokenHash: Buffer; signedInAt: Date };
  operatorPasskeys: OperatorPasskeysTable;
  operatorUsedChallenges: { challengeHash: Buffer; expiresAt: Date };
  refundRequests: RefundRequestsTable;
  keyFingerprints: { file: string; fingerprint: string; recordedAt: Date };
  /** Up to which time a job has worked that reads each row once. */
  jobPositions: { job: string; workedUntil: ColumnType<Date, string, string> };
  postedEmails: { userId: string; kind: string; fact: string; postedAt: Date };
}

interface IdempotencyKeysTable {
  userId: string;
  endpoint: string;
  key: string;
  requestHash: Buffer;
  answer: ColumnType<unknown, null, string | null>;
  runningUntil: Date;
  createdAt: Date;
}

export type OperatorAction =
  | 'recover_account'
  | 'import_store_subscription'
  | 'grant_days'
  | 'refund'
  | 'set_plan'
  | 'set_price'
  | 'add_coupon'
  | 'set_coupon'
  | 'end_coupon'
  | 'add_address'
  | 'remove_address'
  | 'check_backup'
  | 'close_ticket'
  | 'answer_ticket'
  | 'add_operator'
  | 'remove_operator'
  | 'enrol_operator'
  | 'set_operator_role'
  | 'operator_refused'
  | 'add_operator_passkey'
  | 'remove_operator_passkey'
  | 'request_refund'
  | 'approve_refund'
  | 'reject_refund'
  | 'expire_refund'
  | 'operator_sign_in'
  | 'operator_sign_in_failed'
  | 'operator_read'
  | 'add_location'
  | 'set_location'
  | 'create_enrolment_token'
  | 'enrol_gateway'
  | 'drain_gateway'
  | 'resume_gateway'
  | 'block_forwarded_port'
  | 'retire_gateway'
  | 'open_incident'
  | 'update_incident'
  | 'close_incident'
  | 'invite_exit'
  | 'enrol_exit'
  | 'drain_exit'
  | 'stop_exit'
  | 'resume_exit'
  | 'remove_exit'
  | 'set_exit_rules'
  | 'cap_exit'
  | 'add_upstream'
  | 'set_upstream_rules'
  | 'cap_upstream'
  | 'stop_upstream'
  | 'resume_upstream'
  | 'remove_upstream'
  | 'add_bridges'
  | 'remove_bridge'
  | 'sign_bridge_text'
  | 'stop_data'
  | 'allow_data'
  | 'ban_customer'
  | 'unban_customer'
  | 'retry_job'
  | 'discard_job'
  | 'retry_event'
  | 'fetch_from_provider'
  | 'init_keys'
  | 'rotate_key'
  | 'replace_lost_keys'
  | 'export_keys'
  | 'import_keys'
  | 'seed_catalogue'
  | 'reconcile_providers';

interface OperatorActionsTable {
  id: Generated<string>;
  operator: string;
  action: OperatorAction;
  /** Null after the account's removal, and if no account was concerned. */
  userId: string | null;
  /** Details of the action, in the terms of the command. */
  details: ColumnType<unknown, string | null | undefined, never>;
  doneAt: Date;
}

/** `open`: no reply yet; `answered`: the last message is ours; `waiting`: the last message is the customer's. */
export type TicketState = 'open' | 'waiting' | 'answered' | 'closed';

/** Tasks that require an operator, and messages from customers and visitors. */
interface SupportTicketsTable {
  id: Generated<string>;
  /** The customer concerned, if any. */
  userId: string | null;
  kind: string;
  cause: string;
  subject: string;
  /** Null for a conversation, whose text is in its messages. */
  body: string | null;
  state: Generated<TicketState>;
  /** Set for senders without an account. */
  name: string | null;
  email: string | null;
  openedAt: Date;
  /** The last message, or when it was closed. */
  changedAt: Date;
  closedAt: Date | null;
}

interface TicketMessagesTable {
  /** Ascending by time. */
  id: Generated<string>;
  ticketId: string;
  author: 'customer' | 'operator';
  body: string;
  /** The Message-ID of a message received by mail. */
  mailId: string | null;
  sentAt: Date;
}

interface TicketAttachmentsTable {
  id: Generated<string>;
  messageId: string;
  name: string;
  mediaType: string;
  /** Null for an attachment in the blob store. */
  content: Buffer | null;
  /** Length of the content; null in rows of an earlier release, whose content is in the database. */
  bytes: number | null;
  /** When the content was first written to the blob store; null for one that is only in the database. */
  blobSince: Generated<Date | null>;
}

export type OperatorRole = 'support' | 'finance' | 'admin';

/** Operators who may sign in to the console. */
interface OperatorsTable {
  id: string;
  name: string;
  role: Generated<OperatorRole>;
  /** Null until they have enrolled. */
  passwordHash: string | null;
  /** Sealed together with the id. */
  totpSecret: string;
  lastStep: number;
  /** Hash of the token in the current enrolment link, if any. */
  enrolmentHash: Buffer | null;
  enrolmentUntil: Date | null;
  createdAt: Date;
  removedAt: Date | null;
}

interface OperatorSessionsTable {
  id: Generated<string>;
  operatorId: string;
  tokenHash: Buffer;
  createdAt: Date;
  usedAt: Date;
}

interface OperatorPasskeysTable {
  id: Generated<string>;
  operatorId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackupEligible: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type RefundRequestState = 'pending' | 'approved' | 'rejected' | 'expired';

/** Refunds above the limit, which a second operator approves or rejects. */
interface RefundRequestsTable {
  id: Generated<string>;
  orderId: string;
  /** The command of `comet-ops` and its arguments, which an approval runs. */
  command: string;
  arguments: string[];
  amount: number;
  currency: string;
  requestedBy: string;
  requestedAt: Date;
  expiresAt: Date;
  state: RefundRequestState;
  /** Never the operator who requested it. */
  decidedBy: string | null;
  /** Of a pending request: when its approval began. */
  decidedAt: Date | null;
}
