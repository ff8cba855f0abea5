// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are filled in by the assistants themselves
/** Setup of common MCP clients, per their documentation. */

export type ClientSetup = { name: string; where: string; code: string }

export function clientSetups(address: string): ClientSetup[] {
  const json = (value: object) => JSON.stringify(value, null, 2)
  return [
    {
      name: 'Claude Code',
      where: 'In a shell, with the key in EARSHOT_KEY:',
      code: `claude mcp add --transport http earshot ${address} \\\n  --header "Authorization: Bearer $EARSHOT_KEY"`,
    },
    {
      name: 'Claude Desktop',
      where: 'In claude_desktop_config.json (Settings → Developer). This starts a small bridge that needs Node.js:',
      code: json({
        mcpServers: {
          earshot: {
            command: 'npx',
            // Arguments with spaces break on Windows, so the header value comes from the environment.
            args: ['-y', 'mcp-remote', address, '--header', 'Authorization:${EARSHOT_AUTH}'],
            env: { EARSHOT_AUTH: 'Bearer ek_…' },
          },
        },
      }),
    },
    {
      name: 'Cursor',
      where: 'In ~/.cursor/mcp.json:',
      code: json({
        mcpServers: { earshot: { url: address, headers: { Authorization: 'Bearer ${env:EARSHOT_KEY}' } } },
      }),
    },
    {
      name: 'VS Code',
      where: 'In .vscode/mcp.json. VS Code asks for the key once and stores it:',
      code: json({
        inputs: [{ type: 'promptString', id: 'earshot-key', description: 'Earshot API key', password: true }],
        servers: {
          earshot: { type: 'http', url: address, headers: { Authorization: 'Bearer ${input:earshot-key}' } },
        },
      }),
    },
    {
      name: 'Codex',
      where: 'In ~/.codex/config.toml, with the key in EARSHOT_KEY:',
      code: `[mcp_servers.earshot]\nurl = "${address}"\nbearer_token_env_var = "EARSHOT_KEY"`,
    },
    {
      name: 'Your own code',
      where: 'With the official MCP client library:',
      code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const key = 'ek_…'
const client = new Client({ name: 'my-program', version: '1.0.0' })
await client.connect(
  new StreamableHTTPClientTransport(new URL('${address}'), {
    requestInit: { headers: { Authorization: \`Bearer \${key}\` } },
  }),
)
console.log(await client.callTool({ name: 'post_reports_overview', arguments: {} }))`,
    },
  ]
}
