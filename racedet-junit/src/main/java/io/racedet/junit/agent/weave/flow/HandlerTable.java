package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * The exception handlers of one method: its own ones, held back until the order of their labels is
 * known, and those that weaving adds.
 *
 * <p>A handler that exits a monitor covers the code right after MONITORENTER. It is extended to
 * cover the hook there too: the JIT compilers do not compile a method in which a call may throw
 * while a monitor is held and no handler exits it.
 */
public final class HandlerTable {
  private final List<Block> own = new ArrayList<>();
  private final List<Block> inner = new ArrayList<>();
  private final List<Block> copies = new ArrayList<>();
  private final List<Block> outer = new ArrayList<>();
  private boolean keepsNumbers;
  private final Map<Label, Integer> ordinals = new HashMap<>();
  private final Map<Label, Label> earlierStarts = new HashMap<>();

  private record Block(Label start, Label end, Label handler, String type) {
    boolean coversItself() {
      return start.equals(handler);
    }
  }

  public void add(Label start, Label end, Label handler, String type) {
    own.add(new Block(start, end, handler, type));
  }

  /**
   * Whether a label is that of a handler of the method, but not of one that exits a monitor: a
   * handler that catches everything may do so if {@code monitors}.
   */
  public boolean isHandler(Label label, boolean monitors) {
    boolean handles = false;
    for (Block block : own) {
      if (block.handler.equals(label)) {
        if (block.coversItself() || monitors && block.type == null) {
          return false;
        }
        handles = true;
      }
    }
    return handles;
  }

  /** Annotations refer to handlers of the method by their number, so none may come before them. */
  public void keepNumbers() {
    keepsNumbers = true;
  }

  /** Adds a handler that precedes those of the method, unless their numbers must be kept. */
  public void addInner(Label start, Label end, Label handler) {
    inner.add(new Block(start, end, handler, null));
  }

  /** Whether a label is that of a handler of the method. */
  public boolean contains(Label label) {
    return own.stream().anyMatch(block -> block.handler.equals(label));
  }

  /** The handlers of the method that {@link #copyCovering} extends. */
  public List<Label> covering(int from, int to) {
    return own.stream()
        .filter(block -> covers(block, from, to) && !block.coversItself())
        .map(Block::handler)
        .distinct()
        .toList();
  }

  /**
   * Extends the handlers of the method that cover a range, but not themselves, to another range.
   */
  public void copyCovering(int from, int to, Label start, Label end) {
    for (Block block : own) {
      if (covers(block, from, to) && !block.coversItself()) {
        copies.add(new Block(start, end, block.handler, block.type));
      }
    }
  }

  /** Adds a handler that follows those of the method. */
  public void addOuter(Label start, Label end, Label handler) {
    outer.add(new Block(start, end, handler, null));
  }

  /** Defines the ordinal of a label of the method among all its labels. */
  public void define(Label label, int ordinal) {
    ordinals.put(label, ordinal);
  }

  /** Moves the start of the handlers that start at a label to an earlier label. */
  public void startEarlier(Label label, Label earlier) {
    earlierStarts.put(label, earlier);
  }

  /** Whether the start of a handler that catches everything has been moved to a label. */
  public boolean startsAt(Label earlier) {
    for (Block block : own) {
      if (block.type == null && earlier.equals(earlierStarts.get(block.start))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a handler that exits a monitor, but does not cover itself, ends at one of the labels.
   *
   * @param ofMethod whether the monitor is that of a synchronized method without the flag: where
   *     the verifier infers types, it is exited by several handlers, see {@link MonitorBody}
   */
  public boolean endsAt(Collection<Label> labels, boolean ofMethod) {
    Set<Label> monitorHandlers = new HashSet<>();
    for (Block block : own) {
      if (block.type == null && (ofMethod || earlierStarts.containsKey(block.start))) {
        monitorHandlers.add(block.handler);
      }
    }
    for (Block block : own) {
      boolean ends = labels.contains(block.end) && !block.coversItself();
      if (ends && monitorHandlers.contains(block.handler)) {
        return true;
      }
    }
    return false;
  }

  private boolean covers(Block block, int start, int end) {
    return ordinals.get(block.start) <= start && ordinals.get(block.end) >= end;
  }

  /** Writes all handlers. */
  public void writeTo(MethodVisitor out) {
    if (!keepsNumbers) {
      inner.forEach(block -> write(block, block.start, out));
    }
    own.forEach(block -> write(block, earlierStarts.getOrDefault(block.start, block.start), out));
    if (keepsNumbers) {
      inner.forEach(block -> write(block, block.start, out));
    }
    copies.forEach(block -> write(block, block.start, out));
    outer.forEach(block -> write(block, block.start, out));
  }

  private static void write(Block block, Label start, MethodVisitor out) {
    out.visitTryCatchBlock(start, block.end, block.handler, block.type);
  }
}
