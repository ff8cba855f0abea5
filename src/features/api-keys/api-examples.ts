/** Example bodies with more than the required fields. Tests check each against its contract. */

const workspace_id = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
const _id = '0199a3c9-02f7-7d11-8e40-5c1b9a7d6e03'

export const apiExamples: Record<string, object> = {
  'POST /reports/new': { workspace_id, type: 'topic', query: 'cold brew coffee', country: 'US', language: 'en' },
  'POST /reports/checkstatus': { _id },
  'POST /__skylark/updown': { status: 'maintenance', message: 'Replacing disks. Back at 12:00 UTC.' },
  'POST /__skylark/incidents/update': { _id, message: 'The cause is fixed.', resolved: true },
  'POST /reports/rows': { _id, section: 'questions', filters: { modifier: ['how'] }, sort: '-popularity', limit: 50 },
  'POST /reports/find': { workspace_id, type: 'topic', q: 'coffee', page: 1, limit: 25 },
  'POST /humanize': {
    workspace_id,
    text: 'It is important to note that cold brew, which steeps for 12 hours, plays a crucial role in summer menus.',
    strength: 'balanced',
    freeze: ['cold brew'],
  },
  'POST /reports/share': { _id, sections: ['overview', 'questions'] },
  'POST /extra/trends': { workspace_id, keywords: ['cold brew', 'iced coffee'], country: 'US', range: '12m' },
  'POST /extra/sv': { workspace_id, keywords: ['cold brew ratio', 'cold brew coffee'], country: 'US', language: 'en' },
  'POST /lists/add': { workspace_id, name: 'Autumn plan', items: [{ text: 'how to make cold brew' }] },
  'POST /lists/items/add': {
    _id,
    items: [{ text: 'cold brew ratio', from: { kind: 'report', id: _id, label: 'cold brew coffee' } }],
  },
  'POST /search_listener/add': {
    workspace_id,
    keyword: 'cold brew coffee',
    country: 'US',
    language: 'en',
    frequency: 'daily',
    filters: { include: [], exclude: ['starbucks'] },
    notify: { email: ['ada@example.com'], webhook: 'https://example.com/hooks/earshot', rss: true },
  },
  'POST /search_listener/update': { _id, frequency: 'weekly', filters: { include: ['how', 'why'], exclude: [] } },
  'POST /search_listener/status': { _id, status: 'paused' },
  'POST /user/keys/add': { workspace_id, name: 'Nightly export', scopes: ['reports:read'] },
  'POST /user/sessions/revoke': { _id },
  'POST /user/update': { personal: { first_name: 'Ada', last_name: 'Lovelace' } },
  'POST /user/_carnatic': { email: 'ada@example.com' },
  'POST /user/verifytoken': {
    token: 'the-token-of-the-link',
    purpose: 'reset',
    new_password: 'correct horse battery',
  },
  'POST /user/workspace/add': { name: 'Hollow Oak', color: '#0f766e' },
  'POST /stripe/paylink': { feature: 'pro', interval: 'year' },
  'POST /stripe_ae/paylink_noauth': { feature: 'code', qty: 2 },
  'POST /stripe_ae/csinfo': { id: 'cs_live_a1B2c3D4e5F6' },
  'POST /stripe/billingportal': { return_url: '/app/settings/billing' },
  'POST /coinbase_link': { qty: 1 },
  'POST /stripe/webhook': { id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } },
  'POST /stripe_ae/webhook': { id: 'evt_2', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } },
  'POST /coinbase/webhook': { id: 'evt_3', eventType: 'checkout.payment.success' },
  'POST /payments/status': { reference: _id },
  'POST /payments/keep': { _id: 'sub_1a2B3c4D5e6F' },
  'POST /__admin/prices/update': { feature: 'code', price: { once: 59 } },
  'POST /user/documents/get': { path: 'preferences/keyword-table' },
  'POST /user/documents/put': {
    path: 'preferences/keyword-table',
    version: 0,
    content: { columns: ['text', 'volume'] },
  },
  'POST /user/documents/delete': { path: 'drafts/new-report' },
  'POST /v1/public/batch': {
    public_key: 'pk_…',
    workspace_id,
    messages: [
      {
        message_id: 'c1f6d9a0-0001',
        type: 'event',
        alias: 'visitor-7f3a',
        event: 'report_opened',
        properties: { type: 'topic' },
        location: {
          address: 'https://example.com/demo',
          path: '/demo',
          query: '',
          host: 'example.com',
          origin: 'https://example.com',
          referrer: '',
        },
        timestamp: '2026-03-02T09:30:00.000Z',
      },
    ],
  },
  'POST /images/list': { workspace_id, q: 'kettle', page: 1, limit: 24 },
  'POST /images/update': { _id, alt: 'A steel kettle on a stove' },
  'POST /imagedelete': { _id, force: true },
  'POST /cname/addupdate': {
    workspace_id,
    domain: 'reports.example.com',
    target: 'reports',
    brand: { name: 'Hollow Oak', color: '#0f766e' },
  },
  'POST /__cms/add': {
    slug: 'cold-brew-at-home',
    title: 'Cold brew at home',
    excerpt: 'What to buy and how long to wait.',
    body_md: 'Coarse grounds, cold water, sixteen hours.',
    tags: ['Coffee'],
    lang: 'en',
    status: 'scheduled',
    publish_at: '2026-03-02T09:30:00Z',
  },
  'POST /__cms/update': { _id, status: 'published', seo: { description: 'Cold brew without a machine.' } },
  'POST /__cms/get': { slug: 'cold-brew-at-home' },
  'POST /blog_posts/publish': { _id, status: 'published', tags: ['Coffee'] },
  'POST /__admin/users/plan': { user_id: _id, plan: 'pro', interval: 'year', until: '2027-01-31' },
  'POST /__admin/plans/update': { name: 'pro', allowances: { reports: 300 } },
}

/** Rate limits of the calls that have one. */
export const apiRates: Record<string, string> = {
  'POST /stripe/paylink': '60 payment links per hour per account, shared with /coinbase_link.',
  'POST /coinbase_link': '60 payment links per hour per account, shared with /stripe/paylink.',
  'POST /stripe_ae/paylink_noauth': '60 per hour per client IP.',
  'POST /user/signup': '100 per hour per client IP.',
  'POST /user/login': '10 failures per email in 15 minutes.',
  'POST /user/authenticate': '10 failures per email in 15 minutes.',
  'POST /user/_carnatic': '100 emails per hour per client IP; 10 wrong codes per email in 15 minutes.',
  'POST /user/forgotpassword': '100 emails per hour per client IP.',
  'POST /user/resendverification': '100 emails per hour per client IP.',
  'POST /user/team/add': '100 emails per hour per client IP.',
  'POST /user/add_code': '20 failed codes in 15 minutes.',
  'POST /user/add_code_annual': '20 failed codes in 15 minutes.',
  'POST /search_listener/run': '60 per hour per listener.',
  'POST /user/workspace/archive': '12 per hour per workspace.',
  'POST /user/workspace/import': '20 per hour per account.',
  'POST /imports/add': 'One file per account is read at a time. Up to four more wait; the next returns 429.',
  'POST /demoreports/basic': '30 per hour per client IP.',
  'POST /cname/find': '30 DNS checks per minute per workspace. Above that, the last result is returned.',
  'POST /cms/like/:id': '120 per hour per client IP when signed out.',
}

const tableFiles = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/json',
  'text/markdown',
]

const pictureFiles = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** Media types of downloads. */
export const apiFiles: Record<string, string[]> = {
  'GET /reports/export/:id': tableFiles,
  'GET /extra/export/:id': tableFiles,
  'GET /lists/export/:id': tableFiles,
  'GET /feeds/:token/rss': ['application/rss+xml'],
  'GET /feeds/:token/json': ['application/feed+json'],
  'GET /user/workspace/archive/:id': ['application/zip'],
  'GET /imagedownload/:id': pictureFiles,
  'GET /images/:id/:size': pictureFiles,
  'GET /metrics': ['text/plain'],
  'GET /openapi.json': ['application/json'],
}
