package io.racedet.junit.jdk;

import com.sun.net.httpserver.HttpServer;
import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Executors, thread factories and subscribers of the program that run code of the JDK. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class WrappedTasksTest extends JdkPrograms {
  private static HttpServer server;
  private static HttpRequest request;

  /** A task around another one, which counts. */
  private static final class Wrapper implements Runnable {
    private final Runnable task;
    private int runs;

    Wrapper(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      runs++;
      task.run();
      runs++;
    }
  }

  /** A subscriber around another one, which counts. */
  private static final class Counter implements BodySubscriber<String> {
    private final BodySubscriber<String> subscriber =
        BodySubscribers.ofString(StandardCharsets.UTF_8);
    private int bytes;

    @Override
    public CompletionStage<String> getBody() {
      return subscriber.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      bytes = 0;
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      items.forEach(item -> bytes += item.remaining());
      subscriber.onNext(items);
    }

    @Override
    public void onError(Throwable failure) {
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      bytes++;
      subscriber.onComplete();
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] answer = {'h', 'i'};
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(answer);
          }
        });
    server.start();
    String host = server.getAddress().getAddress().getHostAddress();
    URI address = URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
    request = HttpRequest.newBuilder(address).build();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static Thread daemon(Runnable task) {
    Thread worker = new Thread(new Wrapper(task));
    worker.setDaemon(true);
    return worker;
  }

  private static void get(Executor executor, BodyHandler<String> handler) throws Exception {
    HttpClient client = HttpClient.newBuilder().executor(executor).build();
    List<CompletableFuture<Integer>> lengths = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      lengths.add(client.sendAsync(request, handler).thenApply(got -> got.body().length()));
    }
    for (CompletableFuture<Integer> length : lengths) {
      length.get();
    }
  }

  @Test
  void workersOfAFactory_listsOfTheTasks() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3, WrappedTasksTest::daemon);
    List<Future<List<Integer>>> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int first = i;
      results.add(
          pool.submit(
              () -> {
                List<Integer> list = new ArrayList<>(List.of(first, 1, 2));
                Collections.sort(list);
                return list;
              }));
    }
    for (Future<List<Integer>> result : results) {
      result.get().add(3);
    }
    pool.shutdown();
  }

  @Test
  void workersOfAFactory_http() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3, WrappedTasksTest::daemon);
    get(pool, BodyHandlers.ofString());
    pool.shutdown();
  }

  @Test
  void executorOfTheProgram_http() throws Exception {
    get(task -> daemon(task).start(), BodyHandlers.ofString());
  }

  @Test
  void executorAroundAPool_http() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3, WrappedTasksTest::daemon);
    get(task -> pool.execute(new Wrapper(task)), BodyHandlers.ofString());
    pool.shutdown();
  }

  @Test
  void subscriberOfTheProgram_http() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3, WrappedTasksTest::daemon);
    get(pool, info -> new Counter());
    pool.shutdown();
  }
}
