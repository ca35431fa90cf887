package io.racedet.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.plugin.Feature;

/**
 * Describes each mutant by a key without its line: class, method, change, and which of several such
 * changes in the method. Leaves out those that subtract 0 instead of adding it, and those that an
 * earlier run killed, if {@value #EARLIER} names its rows; those that it gave up for taking too
 * long are tried again, as the machine may have been busy.
 */
public final class NamedMutants implements MutationInterceptorFactory {
  /** System property: a file of {@link MutantRows}. */
  static final String EARLIER = "racedet.mutate.earlier";

  @Override
  public String description() {
    return "Keys of mutants without their lines";
  }

  @Override
  public Feature provides() {
    return Feature.named("KEYS").withOnByDefault(true).withDescription(description());
  }

  @Override
  public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
    String earlier = System.getProperty(EARLIER, "");
    try {
      return new Interceptor(
          earlier.isEmpty() ? Set.of() : Set.copyOf(Outcomes.read(Path.of(earlier)).failed()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Interceptor implements MutationInterceptor {
    private final Set<String> killed;
    private ClassTree mutated;

    Interceptor(Set<String> killed) {
      this.killed = killed;
    }

    @Override
    public InterceptorType type() {
      return InterceptorType.MODIFY_COSMETIC;
    }

    @Override
    public void begin(ClassTree ofClass) {
      mutated = ofClass;
    }

    @Override
    public Collection<MutationDetails> intercept(
        Collection<MutationDetails> mutants, Mutater mutater) {
      Map<String, Integer> ordinals = new HashMap<>();
      return mutants.stream()
          .filter(m -> !addsZero(m))
          .sorted(
              Comparator.comparing(MutationDetails::getLineNumber)
                  .thenComparing(MutationDetails::getFirstIndex))
          .map(m -> m.withDescription(change(m)))
          .map(m -> m.withDescription(key(m, ordinals)))
          .filter(m -> !killed.contains(m.getDescription()))
          .toList();
    }

    @Override
    public void end() {}

    /** Whether 0 is subtracted instead of added, as for the first word of a row. */
    private boolean addsZero(MutationDetails mutant) {
      AbstractInsnNode changed =
          mutated
              .method(mutant.getId().getLocation())
              .orElseThrow()
              .instructionForIndex(mutant.getInstructionIndex())
              .orElseThrow();
      int operation = changed.getOpcode();
      return (operation == Opcodes.IADD || operation == Opcodes.ISUB)
          && changed.getPrevious().getOpcode() == Opcodes.ICONST_0;
    }

    private static String change(MutationDetails mutant) {
      String className = mutant.getClassName().asJavaName().substring(Area.PREFIX.length());
      String method = mutant.getMethod().replaceFirst("^(lambda\\$.*)\\$\\d+$", "$1");
      String change = mutant.getDescription().replaceFirst(" for io/racedet/\\S+$", "");
      return className + "." + method + " | " + change;
    }

    private static String key(MutationDetails mutant, Map<String, Integer> ordinals) {
      String change = mutant.getDescription();
      return change + " | " + ordinals.merge(change, 1, Integer::sum);
    }
  }
}
