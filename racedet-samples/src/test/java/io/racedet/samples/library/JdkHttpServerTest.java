package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The JDK's own server, whose threads share collections under its own locks. */
class JdkHttpServerTest {
  private static final int CLIENTS = 3;
  private static final int REQUESTS = 3;

  private final AtomicInteger safeCount = new AtomicInteger();
  private int count;

  @Test
  @RaceFree(repetitions = 4, timeLimit = "30s", hangAfter = "5m")
  void handlers_raceNowhere() throws Exception {
    serve(safeCount::incrementAndGet);
    assertThat(safeCount).hasValue(CLIENTS * REQUESTS);
  }

  @Test
  @ExpectRace(on = "JdkHttpServerTest.count", with = @RaceFree(hangAfter = "5m"))
  void stateOfHandlers_races() throws Exception {
    serve(() -> count++);
  }

  private static void serve(Runnable work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    InetAddress host = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(host, 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, work));
    server.start();
    try {
      int port = server.getAddress().getPort();
      URL url = new URI("http", null, host.getHostAddress(), port, "/", null, null).toURL();
      Crew.of(CLIENTS, number -> ask(url));
    } finally {
      server.stop(0);
      threads.shutdown();
      assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void answer(HttpExchange exchange, Runnable work) throws IOException {
    work.run();
    try (InputStream request = exchange.getRequestBody();
        OutputStream response = exchange.getResponseBody()) {
      request.readAllBytes();
      byte[] body = "welcome".getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/plain");
      exchange.sendResponseHeaders(200, body.length);
      response.write(body);
    }
  }

  private static void ask(URL url) throws IOException {
    for (int i = 0; i < REQUESTS; i++) {
      try (InputStream answer = url.openStream()) {
        assertThat(answer.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("welcome");
      }
    }
  }
}
