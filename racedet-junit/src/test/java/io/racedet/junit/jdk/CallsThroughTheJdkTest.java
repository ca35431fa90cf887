package io.racedet.junit.jdk;

import com.sun.net.httpserver.HttpServer;
import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is handed over by calls that the JDK makes for the program. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class CallsThroughTheJdkTest extends JdkPrograms {
  private static HttpServer server;
  private static ExecutorService executor;
  private static HttpClient client;
  private static HttpRequest request;

  private final Cell cell = new Cell();
  private final BlockingQueue<Cell> queue = new LinkedBlockingQueue<>();

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    executor =
        Executors.newFixedThreadPool(
            2,
            task -> {
              Thread worker = new Thread(task);
              worker.setDaemon(true);
              return worker;
            });
    client = HttpClient.newBuilder().executor(executor).build();
    String host = server.getAddress().getAddress().getHostAddress();
    URI address = URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
    request = HttpRequest.newBuilder(address).build();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    executor.shutdown();
  }

  @Test
  void http_stageAfterResponse() throws Exception {
    cell.add();
    client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenRun(cell::add).get();
    cell.add();
  }

  @Test
  void http_bodyHandler() throws Exception {
    cell.add();
    client.send(
        request,
        response -> {
          cell.add();
          return HttpResponse.BodySubscribers.discarding();
        });
    cell.add();
  }

  @Test
  void http_bodyHandlerOfAsynchronousRequest() throws Exception {
    cell.add();
    HttpResponse<Integer> answer =
        client
            .sendAsync(
                request,
                response -> {
                  cell.add();
                  return HttpResponse.BodySubscribers.replacing(cell.add());
                })
            .get();
    cell.value += answer.body();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void process_onExit() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Process process = new ProcessBuilder("true").start();
    cell.add();
    process
        .onExit()
        .thenRun(
            () -> {
              cell.add();
              ended.countDown();
            });
    ended.await();
    cell.add();
  }

  @Test
  void reflection_ofQueue() throws Exception {
    Method put = BlockingQueue.class.getMethod("put", Object.class);
    Method take = BlockingQueue.class.getMethod("take");
    Thread putter =
        start(
            () -> {
              cell.add();
              put.invoke(queue, cell);
            });
    ((Cell) take.invoke(queue)).add();
    join(putter);
  }

  @Test
  void methodHandle_ofQueue() throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType putType = MethodType.methodType(void.class, Object.class);
    MethodHandle put = lookup.findVirtual(BlockingQueue.class, "put", putType).bindTo(queue);
    MethodHandle take =
        lookup.findVirtual(BlockingQueue.class, "take", MethodType.methodType(Object.class));
    Thread putter =
        start(
            () -> {
              cell.add();
              try {
                put.invoke(cell);
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            });
    ((Cell) take.invoke(queue)).add();
    join(putter);
  }

  /** Hands over. */
  private interface Box {
    void put(Cell content) throws Exception;

    Cell take() throws Exception;
  }

  @Test
  void proxy_ofQueue() throws Exception {
    Box box =
        (Box)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Box.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("put")) {
                    queue.put((Cell) arguments[0]);
                    return null;
                  }
                  return queue.take();
                });
    Thread putter =
        start(
            () -> {
              cell.add();
              box.put(cell);
            });
    box.take().add();
    join(putter);
  }

  @Test
  void classValue_computedByOne() throws Exception {
    ClassValue<Cell> values =
        new ClassValue<>() {
          @Override
          protected Cell computeValue(Class<?> type) {
            Cell computed = new Cell();
            computed.add();
            return computed;
          }
        };
    Step get = () -> values.get(String.class).get();
    inParallel(get, get);
  }

  @Test
  void threadLocal_ofEachThread() throws Exception {
    ThreadLocal<Cell> local = ThreadLocal.withInitial(Cell::new);
    Step add = () -> local.get().add();
    inParallel(add, add);
  }

  public static final class Generic implements IntSupplier {
    public List<Map<String, Cell>> lists() {
      return List.of();
    }

    @Override
    public int getAsInt() {
      return lists().size();
    }
  }

  /** The first thread that asks for them computes them, in lists of the JDK. */
  @Test
  void genericTypes_ofAMethod() throws Exception {
    Method method = OwnLoader.fresh(Generic.class).getClass().getMethod("lists");
    Step ask = () -> method.getGenericReturnType().getTypeName();
    inParallel(ask, ask);
  }
}
