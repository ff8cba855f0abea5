import type { ResourceRef } from '#kit/resource-ref.ts'
import { openRoom, type Room } from './live-room.ts'

export type LiveRooms = ReturnType<typeof createLiveRooms>

/**
 * What this process knows of documents that are open for writing. A document is read once for all of its connections, when a
 * signal says that it changed, and now and then besides, as signals of other processes can be lost.
 */
export function createLiveRooms(dependencies: Parameters<typeof openRoom>[0]) {
  const rooms = new Map<string, ReturnType<typeof openRoom>>()

  return {
    /** `stream`: the connection, whose lease is renewed. `listener` is called after each read. */
    enter(ref: ResourceRef, stream: string, listener: () => void): Room {
      let room = rooms.get(ref.id)
      if (!room) {
        room = openRoom(dependencies, ref, () => rooms.delete(ref.id))
        rooms.set(ref.id, room)
      }
      return room.enter(stream, listener)
    },
  }
}
