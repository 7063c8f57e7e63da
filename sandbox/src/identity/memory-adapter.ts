import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Entries to keep. The longest-lived entry is a session of a day, within which a demo does not
 * reach this number.
 */
const mostKept = 5000;

/** Keeps the entries of oidc-provider in this process. One map holds all models. */
export function identityMemory(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    const where = async (matches: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([name, payload]) => name.startsWith(`${model}:`) && matches(payload))?.[1];
    return {
      upsert: async (id, payload) => {
        kept.delete(key(id));
        kept.set(key(id), payload);
        const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
        if (oldest !== undefined) kept.delete(oldest);
      },
      find: async (id) => kept.get(key(id)),
      findByUid: (uid) => where((payload) => payload.uid === uid),
      findByUserCode: (userCode) => where((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = kept.get(key(id));
        if (payload) payload['consumed'] = true;
      },
      destroy: async (id) => void kept.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name);
      },
    };
  };
}
