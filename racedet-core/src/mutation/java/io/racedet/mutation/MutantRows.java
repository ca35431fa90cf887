package io.racedet.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Properties;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResult;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;

/** Writes a row for each mutant. */
public final class MutantRows implements MutationResultListenerFactory {
  static final String NAME = "mutants";
  static final String FILE = "mutants.tsv";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "A row for each mutant";
  }

  @Override
  public MutationResultListener getListener(Properties properties, ListenerArguments arguments) {
    return new Listener(arguments.getOutputStrategy().createWriterForFile(FILE));
  }

  private static final class Listener implements MutationResultListener {
    private final Writer out;

    Listener(Writer out) {
      this.out = out;
    }

    @Override
    public void runStart() {}

    @Override
    public void handleMutationResult(ClassMutationResults ofClass) {
      try {
        for (MutationResult result : ofClass.getMutations()) {
          out.write(Outcome.of(result).row());
          out.write('\n');
        }
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void runEnd() {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
