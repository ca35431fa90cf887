package io.racedet.junit.truth.program;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** Calls of a publisher, and what its subscribers do. */
final class Publishers implements Family {
  private static final int MILLIS = 2;

  private final int pool;
  private final int publisher;
  private int items;

  Publishers(Draft draft) {
    pool = draft.object("pool", () -> Executors.newFixedThreadPool(2));
    publisher =
        draft.callingObject(
            "SubmissionPublisher",
            world -> new SubmissionPublisher<Item>(world.<ExecutorService>get(pool), 2));
    draft.endsPool(pool);
  }

  /**
   * A subscriber that takes steps.
   *
   * @param steps the steps when it is subscribed, has an item, and ends
   */
  private record Touching(World world, int[] steps, boolean onlyOne, Flow.Subscription[] own)
      implements Flow.Subscriber<Item> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      Strand.touchAlone(world, steps[0]);
      own[0] = subscription;
      subscription.request(onlyOne ? 1 : Long.MAX_VALUE);
    }

    @Override
    public void onNext(Item item) {
      Strand strand = new Strand(world);
      strand.learn(steps[1], World.outcome(item));
      strand.touch(steps[1]);
      if (onlyOne) {
        own[0].cancel();
      }
    }

    @Override
    public void onError(Throwable error) {
      Strand.touchAlone(world, steps[2]);
    }

    @Override
    public void onComplete() {
      Strand.touchAlone(world, steps[2]);
    }
  }

  @Override
  public Action next(Draft draft) {
    int item = items++ % 16;
    return switch (draft.below(12)) {
      case 0, 1, 2 -> subscribe(draft);
      case 3, 4, 5 ->
          of(
              "offer " + item,
              (p, w) ->
                  p.offer(w.items[item], MILLIS, TimeUnit.MILLISECONDS, (s, dropped) -> false) < 0
                      ? 1
                      : 0);
      case 6 ->
          of(
              "close",
              (p, w) -> {
                p.close();
                return 0;
              });
      case 7 ->
          of(
              "closeExceptionally",
              (p, w) -> {
                p.closeExceptionally(new IllegalStateException());
                return 0;
              });
      case 8 -> of("isClosed", (p, w) -> p.isClosed() ? 1 : 0);
      case 9 -> of("getNumberOfSubscribers", (p, w) -> p.getNumberOfSubscribers());
      case 10 -> estimate();
      default -> consume(draft);
    };
  }

  private Action subscribe(Draft draft) {
    int[] steps = {draft.step("onSubscribe"), draft.step("onNext"), draft.step("subscriber's end")};
    boolean onlyOne = draft.below(3) == 0;
    return of(
        "subscribe(" + steps[0] + (onlyOne ? ", one)" : ")"),
        (p, w) -> {
          p.subscribe(new Touching(w, steps, onlyOne, new Flow.Subscription[1]));
          return 0;
        });
  }

  /* The JDK estimates it from plain fields, which order nothing: it is no outcome to rely on. */
  private Action estimate() {
    return of("estimateMaximumLag", (p, w) -> p.estimateMaximumLag() < 0 ? 1 : 0);
  }

  private Action consume(Draft draft) {
    int step = draft.step("consumer");
    return of(
        "consume(" + step + "), get",
        (p, w) ->
            p.consume(item -> Strand.touchAlone(w, step)).get(MILLIS, TimeUnit.MILLISECONDS) == null
                ? 1
                : 0);
  }

  /** A call. */
  private interface Of {
    int call(SubmissionPublisher<Item> publisher, World world) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> call.call(s.world.get(publisher), s.world));
  }
}
