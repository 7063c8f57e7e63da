import { Button, Group, Text } from '@mantine/core';
import { getReady } from '@samay/contract/platform/health';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { tokens } from '../../../lib/api/access-token.ts';

/**
 * Renders two diagnostic buttons for the demo and for development; they do not query the database.
 */
export function DebugCard() {
  const [result, setResult] = useState('');

  const handleTest = async () => {
    setResult('Testing...');
    setResult(await reportOfServer());
  };
  const handleClear = () => {
    tokens.end();
    sessionStorage.clear();
    setResult('Auth state cleared.');
  };

  return (
    <div>
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={() => void handleTest()}>
          Test Backend Config
        </Button>
        <Button variant="default" size="sm" onClick={handleClear}>
          Clear Auth State
        </Button>
      </Group>
      <Text size="sm" mt="xs" role="status">
        {result}
      </Text>
    </div>
  );
}

async function reportOfServer(): Promise<string> {
  try {
    const { status, checks } = await call(getReady);
    const failing = Object.keys(checks).filter((name) => !checks[name]);
    if (status !== 'ok' || failing.length > 0)
      return `Configuration test failed: ${failing.join(', ') || status}`;
    return `Configuration test passed: ${Object.keys(checks).join(', ')}`;
  } catch (error) {
    return `Configuration test failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
