/** Where an archive is in storage while it's transferred, and afterwards. */
export const getFileKey = (transferId: string) => `transfers/${transferId}/workspace.zip`
