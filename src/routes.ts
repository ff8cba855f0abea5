import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** A blog's pages, under whatever address it has. */
function blog(id: string) {
  return [
    index('features/cms/web/blog-page.tsx', { id }),
    route('tag/:tag', 'features/cms/web/blog-page.tsx', { id: `${id}/tag` }),
    route('feed.xml', 'features/cms/web/feed.ts', { id: `${id}/feed` }),
    route(':slug', 'features/cms/web/post-page.tsx', { id: `${id}/post` }),
  ]
}

/** The URL table: every page, and the slice that owns it. */
export default [
  index('web/landing.tsx'),
  route('demo', 'features/reports/web/demo-page.tsx'),
  route('login', 'features/auth/web/login-page.tsx'),
  route('login/code', 'features/auth/web/mail-code-page.tsx'),
  route('login/google', 'features/auth/web/google-action.ts'),
  route('login/google/finish', 'features/auth/web/google-page.tsx'),
  route('forgot', 'features/auth/web/forgot-page.tsx'),
  route('reset', 'features/auth/web/reset-page.tsx'),
  route('verify', 'features/auth/web/verify-page.tsx'),
  route('signup', 'features/auth/web/signup-page.tsx'),
  route('setup', 'features/auth/web/setup-page.tsx'),
  route('invite', 'features/teams/web/invitation-page.tsx'),
  route('support', 'features/admin/web/support-action.ts'),
  route('docs', 'features/api-keys/web/docs-index.ts'),
  route('docs/api', 'features/api-keys/web/docs-page.tsx'),
  route('logout', 'features/auth/web/logout-action.ts'),
  route('unsubscribe', 'features/notifications/web/unsubscribe-page.tsx'),
  route('r/:token', 'features/sharing/web/shared-page.tsx'),
  ...prefix('blog', blog('blog')),
  route('blog/preview/:token', 'features/cms/web/preview-page.tsx'),
  ...prefix('b/:workspace', [
    ...blog('workspace-blog'),
    route('sitemap.xml', 'features/cms/web/sitemap.ts', { id: 'workspace-blog/sitemap' }),
  ]),
  route('sitemap.xml', 'features/cms/web/sitemap.ts'),
  route('robots.txt', 'features/cms/web/robots.ts'),
  ...prefix('app', [
    layout('web/app-layout.tsx', [
      index('features/reports/web/overview-page.tsx'),
      route('reports', 'features/reports/web/list-page.tsx'),
      route('reports/new', 'features/reports/web/new-page.tsx'),
      route('reports/compare', 'features/reports/web/compare-page.tsx'),
      route('reports/:id', 'features/reports/web/report-page.tsx'),
      route('trends', 'features/research/web/trends-page.tsx'),
      route('volumes', 'features/research/web/volumes-page.tsx'),
      route('lists', 'features/keywords/web/lists-page.tsx'),
      route('lists/:id', 'features/keywords/web/list-page.tsx'),
      route('listeners', 'features/listeners/web/list-page.tsx'),
      route('listeners/:id', 'features/listeners/web/listener-page.tsx'),
      route('notifications', 'features/notifications/web/notifications-page.tsx'),
      route('imports', 'features/keywords/web/imports-page.tsx'),
      route('content', 'features/ai-content/web/list-page.tsx'),
      route('content/new', 'features/ai-content/web/new-page.tsx'),
      route('content/:id', 'features/ai-content/web/document-page.tsx'),
      route('humanizer', 'features/humanizer/web/humanizer-page.tsx'),
      layout('features/admin/web/admin-layout.tsx', [
        route('admin', 'features/admin/web/users-page.tsx'),
        route('admin/plans', 'features/admin/web/plans-page.tsx'),
        route('admin/codes', 'features/admin/web/codes-page.tsx'),
        route('admin/audit', 'features/admin/web/audit-page.tsx'),
        route('admin/posts', 'features/cms/web/posts-page.tsx'),
        route('admin/posts/:id', 'features/cms/web/edit-page.tsx'),
        route('admin/events', 'features/analytics/web/events-page.tsx'),
        route('admin/jobs', 'features/admin/web/jobs-page.tsx'),
        route('admin/health', 'features/admin/web/health-page.tsx'),
      ]),
      route('workspaces/new', 'features/workspaces/web/new-workspace-page.tsx'),
      layout('web/settings-layout.tsx', [
        route('settings', 'features/auth/web/settings-page.tsx'),
        route('settings/security', 'features/auth/web/security-page.tsx'),
        route('settings/workspace', 'features/workspaces/web/workspace-page.tsx'),
        route('settings/team', 'features/teams/web/team-page.tsx'),
        route('settings/voices', 'features/ai-content/web/voices-page.tsx'),
        route('settings/models', 'features/ai-content/web/models-page.tsx'),
        route('settings/plan', 'features/plans/web/plan-page.tsx'),
        route('settings/keys', 'features/api-keys/web/keys-page.tsx'),
      ]),
    ]),
  ]),
] satisfies RouteConfig
