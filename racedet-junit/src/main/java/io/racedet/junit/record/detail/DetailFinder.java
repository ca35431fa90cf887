package io.racedet.junit.record.detail;

import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.MergePlan;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceMerge;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.sites.SiteCatalog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds what a report says of accesses, by replaying the trace twice: to learn which objects and
 * threads matter, and to find where those come from.
 */
public final class DetailFinder {
  private final SiteCatalog catalog;
  private final Predicate<String> scope;
  private final MergePlan plan;
  private final ThreadNames threadNames;
  private final Function<TraceIds, TraceNames> names;

  public DetailFinder(
      SiteCatalog catalog,
      Predicate<String> scope,
      MergePlan plan,
      ThreadNames threadNames,
      Function<TraceIds, TraceNames> names) {
    this.catalog = catalog;
    this.scope = scope;
    this.plan = plan;
    this.threadNames = threadNames;
    this.names = names;
  }

  /** The details, in the order of the indexes. */
  public List<AccessDetail> find(long[] indexes) {
    long[] sorted = Arrays.stream(indexes).sorted().distinct().toArray();
    DetailPass first = new DetailPass(catalog, plan.threads(), sorted);
    run(first);
    DetailPass second = new DetailPass(catalog, plan.threads(), sorted);
    first.targets().forEach(second::want);
    run(second);
    List<AccessDetail> details = new ArrayList<>();
    for (long index : indexes) {
      details.add(detail(second, index));
    }
    return details;
  }

  private void run(DetailPass pass) {
    EventTranslator translator = new EventTranslator(plan, catalog, scope, pass);
    pass.follow(translator, names.apply(translator.ids()));
    translator.begin();
    TraceMerge.run(plan, pass);
  }

  private AccessDetail detail(DetailPass pass, long index) {
    DetailPass.Target target =
        pass.targets().stream()
            .filter(candidate -> candidate.index == index)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException("index: " + index + " (expected: a data access)"));
    return new AccessDetail(
        index,
        target.slot,
        target.element,
        threadNames.of(target.slot),
        target.op,
        target.variable,
        target.variableKey,
        target.declaringClass,
        target.accepted,
        target.place,
        Optional.ofNullable(target.site),
        target.stack,
        target.locks,
        Optional.ofNullable(pass.originOfObject(target.object)).map(this::named),
        Optional.ofNullable(pass.originOfThread(target.slot)).map(this::named),
        Optional.ofNullable(target.lastAcquire),
        Optional.ofNullable(target.nextRelease));
  }

  private ObjectOrigin named(DetailPass.RawOrigin origin) {
    return new ObjectOrigin(threadNames.of(origin.slot()), origin.stack(), origin.exact());
  }
}
