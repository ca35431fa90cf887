package com.acme.prices;

import static com.github.tomakehurst.wiremock.client.WireMock.*;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.junit.jupiter.api.Assertions.*;

import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RaceFree
class PriceClientTest {
  /** Runs in the threads of the server, before the answer. */
  static class Recorder implements ResponseDefinitionTransformerV2 {
    final Map<String, Integer> byPath = new ConcurrentHashMap<>();
    String lastPath;

    @Override
    public ResponseDefinition transform(ServeEvent event) {
      byPath.merge(event.getRequest().getUrl(), 1, Integer::sum);
      if (event.getRequest().getUrl().endsWith("single")) {
        lastPath = event.getRequest().getUrl();
      }
      return event.getResponseDefinition();
    }

    @Override
    public String getName() {
      return "recorder";
    }
  }

  private final Recorder recorder = new Recorder();

  @RegisterExtension
  final WireMockExtension server =
      WireMockExtension.newInstance()
          .options(wireMockConfig().dynamicPort().extensions(recorder))
          .build();

  private ExecutorService threads;

  @BeforeEach
  void stubs() {
    server.stubFor(get(urlPathMatching("/prices/.*")).willReturn(ok("42")));
    threads = Executors.newFixedThreadPool(4);
  }

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  @Test
  void oneRequest_thenLook() {
    PriceClient client = new PriceClient(server.baseUrl(), null);
    assertEquals(42, client.price("single"));
    assertEquals("/prices/single", recorder.lastPath);
    server.verify(1, getRequestedFor(urlEqualTo("/prices/single")));
  }

  @Test
  void cachedPrices() throws Exception {
    PriceClient client = new PriceClient(server.baseUrl(), null);
    List<Future<Integer>> prices = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String item = "item" + i % 3;
      prices.add(threads.submit(() -> client.price(item)));
    }
    for (Future<Integer> price : prices) {
      assertEquals(42, price.get());
    }
    assertEquals(3, client.asked().size());
    assertEquals(1, recorder.byPath.get("/prices/item0"));
    server.verify(3, getRequestedFor(urlPathMatching("/prices/.*")));
  }

  @Test
  void pricesLater() throws Exception {
    PriceClient client = new PriceClient(server.baseUrl(), threads);
    List<CompletableFuture<Integer>> prices = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      prices.add(client.priceLater("item" + i));
    }
    for (CompletableFuture<Integer> price : prices) {
      assertEquals(42, price.get(20, TimeUnit.SECONDS));
    }
  }
}
