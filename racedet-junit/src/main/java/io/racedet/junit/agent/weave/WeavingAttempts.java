package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.weave.flow.CodeSizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassTooLargeException;
import net.bytebuddy.jar.asm.MethodTooLargeException;

/**
 * The attempts at weaving one class. What one attempt shows to be impossible or slow is done
 * otherwise in the next one.
 */
final class WeavingAttempts {
  private final ClassReader reader;
  private final boolean mayMove;
  private final Map<String, String> leftOut = new HashMap<>();
  private Set<String> moved = Set.of();
  private boolean mayAddConstants = true;

  /**
   * @param mayMove whether accesses of long methods may go to methods of their own
   */
  WeavingAttempts(ClassReader reader, boolean mayMove) {
    this.reader = reader;
    this.mayMove = mayMove;
  }

  /** Whether ids may go to the constant pool. */
  boolean mayAddConstants() {
    return mayAddConstants;
  }

  /** Whether a method, given by name and descriptor, is not woven. */
  boolean leavesOut(String method) {
    return leftOut.containsKey(method);
  }

  /** The methods, by name and descriptor, whose accesses go to methods of their own. */
  Set<String> moved() {
    return moved;
  }

  /** Makes attempts until one succeeds. */
  byte[] run(Supplier<byte[]> attempt) {
    while (true) {
      try {
        byte[] woven = attempt.get();
        if (!mayMove || !moved.isEmpty() || !mayAddConstants) {
          return woven;
        }
        moved = notCompiled(woven);
        if (moved.isEmpty()) {
          return woven;
        }
      } catch (MethodNotWeavable e) {
        leaveOut(e.method(), e.getMessage(), e);
      } catch (MethodTooLargeException e) {
        leaveOut(e.getMethodName() + e.getDescriptor(), "it would exceed 64 KiB", e);
      } catch (ClassTooLargeException e) {
        if (!mayAddConstants) {
          throw e;
        }
        mayAddConstants = false;
        moved = Set.of();
      }
    }
  }

  private Set<String> notCompiled(byte[] woven) {
    return woven.length <= CodeSizes.MAX_COMPILED_SIZE
        ? Set.of()
        : new CodeSizes(reader).compiledOnlyHere(new CodeSizes(new ClassReader(woven)));
  }

  private void leaveOut(String method, String reason, RuntimeException cause) {
    if (leftOut.put(method, reason) != null) {
      throw cause; // too large even when not woven
    }
  }

  /** The methods that are not woven, and why. */
  List<NotWoven> notWoven(String className) {
    List<NotWoven> result = new ArrayList<>();
    leftOut.forEach((method, reason) -> result.add(new NotWoven(className + '.' + method, reason)));
    return result;
  }
}
