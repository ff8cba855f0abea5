import { imagePath } from '#features/images/rules/image-url.ts'
import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findBrand, findDomain } from './store/store.ts'

export const exportDomains = (db: Database, publicUrl: string): ExportPart => ({
  about: [['workspaces/*/domain.json', 'its custom domain, DNS check results and branding']],
  async *files({ ownedIds }) {
    for (const id of ownedIds) {
      const [row, brand] = await Promise.all([findDomain(db, id), findBrand(db, id)])
      if (!row && !brand) continue
      const { domain, target, status, error, failure, records, verified_at, created_at } = row ?? {}
      yield jsonFile(`${workspaceFolder(id)}/domain.json`, {
        domain: row ? { domain, target, status, error, failure, records, verified_at, created_at } : null,
        brand: brand
          ? { name: brand.name, color: brand.color, logo: brand.logo ? publicUrl + imagePath(brand.logo) : null }
          : null,
      })
    }
  },
})
