package io.racedet.runtime;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.lang.reflect.Array;
import java.nio.Buffer;

/**
 * Called after calls of woven code on buffers. The contents of a buffer are its position and its
 * mark; its limit and its byte order are variables of their own: calls with an index need no
 * position. Its elements are those of its array, if the program can get at it; else those of the
 * buffer, and what others do that share its memory is not seen.
 */
public final class BufferCalls {
  private BufferCalls() {}

  /**
   * A call that has moved the position over the elements that it has read or written.
   *
   * @param count how many
   * @param order the field of the byte order; negative if it does not matter
   */
  public static void relative(int op, Object buffer, int count, int order, int site) {
    ThreadBuffer b = buffer == null ? null : Registry.buffer();
    if (b != null) {
      Buffer at = (Buffer) buffer;
      StateCalls.contents(b, count == 0 ? OpCodes.READ : OpCodes.WRITE, at, site);
      read(b, at, order, site);
      elements(b, op, at, at.position() - count, count, site);
    }
  }

  /**
   * A call that has read or written elements from an index on.
   *
   * @param limit the field of the limit, which has been read; negative if it is not recorded
   * @param order the field of the byte order; negative if it does not matter
   */
  public static void absolute(
      int op, Object buffer, int index, int count, int limit, int order, int site) {
    ThreadBuffer b = buffer == null ? null : Registry.buffer();
    if (b != null) {
      Buffer at = (Buffer) buffer;
      read(b, at, limit, site);
      read(b, at, order, site);
      elements(b, op, at, index, count, site);
    }
  }

  private static void read(ThreadBuffer b, Buffer buffer, int field, int site) {
    if (field >= 0) {
      StateCalls.field(b, OpCodes.READ, buffer, field, site);
    }
  }

  private static void elements(
      ThreadBuffer b, int op, Buffer buffer, int from, int count, int site) {
    if (buffer.hasArray()) {
      range(b, op, buffer.array(), buffer.arrayOffset() + from, count, site);
    } else if (!buffer.isReadOnly()) {
      range(b, op, buffer, from, count, site);
    }
  }

  private static void range(ThreadBuffer b, int op, Object owner, int from, int count, int site) {
    if (count != 1) {
      ArrayCopies.range(b, op, owner, from, from + count, site);
      return;
    }
    boolean array = owner.getClass().isArray();
    if (from >= 0 && (!array || from < Array.getLength(owner))) {
      int key = array ? from : Layout.keyOfElement(from);
      DataHooks.after(b.session.access(b, Layout.ELEMENT_WITH_OP + op, owner, key, site));
    }
  }
}
