package io.racedet.junit.agent.weave.flow;

import java.util.Iterator;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * The hooks that one method does not need.
 *
 * @param dominated for field accesses that others of the method cover
 * @param local for accesses to objects that never leave the method
 */
public record UnneededHooks(DominatedAccesses dominated, LocalObjects local) {
  /** Finds those of each method of a class, in the order of the class file. */
  public static Iterator<UnneededHooks> of(ClassReader reader, DominatedAccesses.Fields fields) {
    ClassCode code = new ClassCode(reader);
    Iterator<LocalObjects> local = LocalObjects.of(code);
    return DominatedAccesses.of(reader, code.heads(), fields).stream()
        .map(dominated -> new UnneededHooks(dominated, local.next()))
        .iterator();
  }

  /** None, for as many methods as necessary. */
  public static Iterator<UnneededHooks> none() {
    UnneededHooks none = new UnneededHooks(DominatedAccesses.none(), LocalObjects.none());
    return Stream.generate(() -> none).iterator();
  }
}
